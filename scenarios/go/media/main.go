// Media has a handler decode an order from JSON and answer with an invoice in JSON,
// N times.
package main

import (
	"fmt"
	"net/http"
	"os"

	"github.com/grindgate/grindgate/scenarios/go/exchange"
	"github.com/grindgate/grindgate/scenarios/go/scenario"
)

func main() {
	os.Exit(scenario.Main("media", os.Args[1:], os.Stderr, trade))
}

// received is the body of the request, as a client with a readable style sends it.
const received = `{
  "number": 70213,
  "customer": {
    "name": "Zoë \"Z\" Čapek",
    "email": "zoe@example.org",
    "address": {"street": "12 Quai des \u00c9tats", "city": "Liège", "postcode": "4000", "country": "BE"}
  },
  "items": [
    {"sku": "LAMP-04", "name": "Desk lamp, green", "quantity": 2, "price": 4999, "tags": ["light", "desk"]},
    {"sku": "CHAIR-11", "name": "Chair <oak>", "quantity": 4, "price": 18950, "tags": ["wood"]},
    {"sku": "PEN-301", "name": "Pen", "quantity": 120, "price": 85, "tags": []},
    {"sku": "INK-7", "name": "Ink \u0026 blotter", "quantity": 3, "price": 1275, "tags": ["paper", "refill", "blue"]}
  ],
  "discount": 0.05,
  "express": true,
  "note": null
}
`

// sent is the body of the response: 9998 + 75800 + 10200 + 3825 = 99823 cents, less
// 5% is 94832 (rounded), of which 21% are 19915 (rounded).
const sent = `{"order":70213,"name":"Zoë \"Z\" Čapek","address":["12 Quai des États","4000 Liège","BE"],"lines":[` +
	`{"sku":"LAMP-04","text":"2 x Desk lamp, green","amount":9998,"tags":["light","desk"]},` +
	`{"sku":"CHAIR-11","text":"4 x Chair \u003coak\u003e","amount":75800,"tags":["wood"]},` +
	`{"sku":"PEN-301","text":"120 x Pen","amount":10200},` +
	`{"sku":"INK-7","text":"3 x Ink \u0026 blotter","amount":3825,"tags":["paper","refill","blue"]}],` +
	`"net":94832,"tax":19915,"gross":114747,"taxRate":0.21,"express":true,"note":null}` + "\n"

func trade(n int) error {
	x := exchange.New(fmt.Sprintf("POST /orders HTTP/1.1\r\nHost: example.org\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(received), received))
	for range n {
		if err := x.Read(); err != nil {
			return err
		}
		x.Serve(http.HandlerFunc(bill))
		if err := x.Response.Check(http.StatusCreated, "application/json", sent); err != nil {
			return err
		}
	}
	return nil
}
