"""Decode an order from JSON, make an invoice of it and encode that, N times.

Keeps the contract of the scenario programs: exit status 0 and not a word, 1 for a
wrong answer, 2 for wrong arguments.

The collector of reference cycles keeps its defaults. It starts when 700 more
containers have been made than freed; an iteration makes a few dozen and frees them
all, so no collection falls into the N iterations, and each costs the same.
"""

import itertools
import json
import sys

WRONG = 1
USAGE = 2

RECEIVED = r"""{
  "number": 70213,
  "customer": {
    "name": "Zoë \"Z\" Čapek",
    "email": "zoe@example.org",
    "address": {"street": "12 Quai des \u00c9tats", "city": "Liège", "postcode": "4000", "country": "BE"}
  },
  "items": [
    {"sku": "LAMP-04", "name": "Desk lamp, green", "quantity": 2, "price": 4999, "tags": ["light", "desk"]},
    {"sku": "CHAIR-11", "name": "Chair, oak", "quantity": 4, "price": 18950, "tags": ["wood"]},
    {"sku": "PEN-301", "name": "Pen", "quantity": 120, "price": 85, "tags": []},
    {"sku": "INK-7", "name": "Ink & blotter", "quantity": 3, "price": 1275, "tags": ["paper", "refill", "blue"]}
  ],
  "discount": 0.05,
  "express": true,
  "note": null
}"""

# 9998 + 75800 + 10200 + 3825 = 99823 cents, less 5% is 94832 (rounded), of which 21%
# are 19915 (rounded).
SENT = (
    r'{"order":70213,"name":"Zo\u00eb \"Z\" \u010capek","address":["12 Quai des \u00c9tats","4000 Li\u00e8ge","BE"],'
    r'"lines":[{"sku":"LAMP-04","text":"2 x Desk lamp, green","amount":9998,"tags":["light","desk"]},'
    r'{"sku":"CHAIR-11","text":"4 x Chair, oak","amount":75800,"tags":["wood"]},'
    r'{"sku":"PEN-301","text":"120 x Pen","amount":10200,"tags":[]},'
    r'{"sku":"INK-7","text":"3 x Ink & blotter","amount":3825,"tags":["paper","refill","blue"]}],'
    r'"net":94832,"tax":19915,"gross":114747,"tax_rate":0.21,"express":true,"note":null}'
)

TAX_RATE = 0.21


def invoice(order):
    """Return the invoice for an order. Money is in cents."""
    to = order["customer"]["address"]
    lines = [
        {
            "sku": item["sku"],
            "text": f"{item['quantity']} x {item['name']}",
            "amount": item["quantity"] * item["price"],
            "tags": item["tags"],
        }
        for item in order["items"]
    ]
    net = round(sum(line["amount"] for line in lines) * (1 - order["discount"]))
    tax = round(net * TAX_RATE)
    return {
        "order": order["number"],
        "name": order["customer"]["name"],
        "address": [to["street"], f"{to['postcode']} {to['city']}", to["country"]],
        "lines": lines,
        "net": net,
        "tax": tax,
        "gross": net + tax,
        "tax_rate": TAX_RATE,
        "express": order["express"],
        "note": order["note"],
    }


def iterations(arguments):
    """Return the number that the arguments consist of, or raise ValueError."""
    if len(arguments) != 1:
        raise ValueError(f"got {len(arguments)} arguments, want 1")
    (text,) = arguments
    # int() would also take blanks, signs, underscores and the digits of other scripts.
    digits = text.lstrip("0")
    if not (text.isascii() and text.isdigit() and digits):
        raise ValueError(f'"{text}" is not a positive decimal number')
    # The length comes first because int() refuses thousands of digits in other words.
    if len(digits) > len(str(sys.maxsize)) or int(digits) > sys.maxsize:
        raise ValueError(f"{text} is too large")
    return int(digits)


def main():
    try:
        n = iterations(sys.argv[1:])
    except ValueError as error:
        print(f"json: {error}\nusage: json N", file=sys.stderr)
        return USAGE

    encoder = json.JSONEncoder(separators=(",", ":"))  # as json.dumps would make each time
    for _ in itertools.repeat(None, n):
        sent = encoder.encode(invoice(json.loads(RECEIVED)))
        if sent != SENT:
            print(f"json: got {sent}, want {SENT}", file=sys.stderr)
            return WRONG
    return 0


if __name__ == "__main__":
    sys.exit(main())
