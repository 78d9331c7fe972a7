package main

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"
)

// order is what a customer sends. Money is in cents.
type order struct {
	Number   int64    `json:"number"`
	Customer customer `json:"customer"`
	Items    []item   `json:"items"`
	Discount float64  `json:"discount"` // a fraction of the price
	Express  bool     `json:"express"`
	Note     *string  `json:"note"`
}

type customer struct {
	Name    string  `json:"name"`
	Email   string  `json:"email"`
	Address address `json:"address"`
}

type address struct {
	Street   string `json:"street"`
	City     string `json:"city"`
	Postcode string `json:"postcode"`
	Country  string `json:"country"`
}

type item struct {
	SKU      string   `json:"sku"`
	Name     string   `json:"name"`
	Quantity int64    `json:"quantity"`
	Price    int64    `json:"price"`
	Tags     []string `json:"tags"`
}

// invoice is what the customer gets for it. Money is in cents.
type invoice struct {
	Order   int64    `json:"order"`
	Name    string   `json:"name"`
	Address []string `json:"address"`
	Lines   []line   `json:"lines"`
	Net     int64    `json:"net"`
	Tax     int64    `json:"tax"`
	Gross   int64    `json:"gross"`
	TaxRate float64  `json:"taxRate"`
	Express bool     `json:"express"`
	Note    *string  `json:"note"`
}

type line struct {
	SKU    string   `json:"sku"`
	Text   string   `json:"text"`
	Amount int64    `json:"amount"`
	Tags   []string `json:"tags,omitempty"`
}

const taxRate = 0.21

// bill answers an order with its invoice.
func bill(w http.ResponseWriter, r *http.Request) {
	var o order
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&o); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	body, err := json.Marshal(newInvoice(&o))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	w.Write(append(body, '\n'))
}

func newInvoice(o *order) *invoice {
	to := o.Customer.Address
	v := &invoice{
		Order:   o.Number,
		Name:    o.Customer.Name,
		Address: []string{to.Street, to.Postcode + " " + to.City, to.Country},
		TaxRate: taxRate,
		Express: o.Express,
		Note:    o.Note,
	}
	var sum int64
	for _, i := range o.Items {
		amount := i.Quantity * i.Price
		sum += amount
		text := strconv.FormatInt(i.Quantity, 10) + " x " + i.Name
		v.Lines = append(v.Lines, line{SKU: i.SKU, Text: text, Amount: amount, Tags: i.Tags})
	}
	v.Net = int64(math.Round(float64(sum) * (1 - o.Discount)))
	v.Tax = int64(math.Round(float64(v.Net) * taxRate))
	v.Gross = v.Net + v.Tax
	return v
}
