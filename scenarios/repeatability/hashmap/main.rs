//! Counts words in a HashMap of the standard library, whose hashes are keyed with
//! random numbers.

use std::collections::HashMap;
use std::process::exit;

const WORDS: [&str; 8] = ["gate", "line", "slope", "noise", "seal", "seed", "cost", "base"];

fn count() -> usize {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for i in 0..64 {
        let word = format!("{}{}", WORDS[i % WORDS.len()], i % 21);
        *counts.entry(word).or_insert(0) += 1;
    }
    counts.values().sum()
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: u64 = match args.as_slice() {
        [_, n] => n.parse().unwrap_or(0),
        _ => 0,
    };
    if n == 0 {
        eprintln!("usage: hashmap N");
        exit(2);
    }
    for _ in 0..n {
        if count() != 64 {
            eprintln!("hashmap: lost a word");
            exit(1);
        }
    }
}
