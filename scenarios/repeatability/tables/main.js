// Counts words in objects and maps, as main.py does.

function count() {
	const counts = new Map();
	const object = {};
	for (let i = 0; i < 64; i++) {
		const word = `word-${i % 21}`;
		counts.set(word, (counts.get(word) ?? 0) + 1);
		object[word] = i;
	}
	let sum = 0;
	for (const n of counts.values()) sum += n;
	return sum + Object.keys(object).length;
}

const n = Number(process.argv[2]);
if (process.argv.length !== 3 || !Number.isInteger(n) || n <= 0) {
	console.error("usage: main.js N");
	process.exit(2);
}
for (let i = 0; i < n; i++) {
	if (count() !== 85) {
		console.error("main.js: lost a word");
		process.exit(1);
	}
}
