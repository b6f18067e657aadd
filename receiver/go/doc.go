// Package receiver receives Ringpost's webhooks: it verifies them, reads them as types, and handles
// each once and in order. It needs nothing but the standard library.
//
//	keys, err := receiver.NewKeySet("https://ringpost.example.com/v1/projects/prj_1/.well-known/jwks.json")
//	http.Handle("/hooks", receiver.Handler(keys, func(ctx context.Context, event receiver.Event) error {
//		fmt.Println(event.Event, event.CallID())
//		return nil
//	}))
package receiver

// Version is in step with the service and the packages of the other languages.
const Version = "0.1.0"
