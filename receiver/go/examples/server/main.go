// A whole receiver: handles each webhook once, in order, and reads the log of a call that has ended.
//
//	RINGPOST_JWKS_URL=https://…/jwks.json RINGPOST_ENDPOINT_ID=ep_… PORT=9000 go run ./examples/server
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	receiver "github.com/ringpost/ringpost/receiver/go"
)

func main() {
	// Pin the address of your project's keys; never take it from a request.
	keys, err := receiver.NewKeySet(os.Getenv("RINGPOST_JWKS_URL"))
	if err != nil {
		log.Fatal(err)
	}
	own := receiver.Options{EndpointID: os.Getenv("RINGPOST_ENDPOINT_ID")}
	http.Handle("/hooks", receiver.Handler(keys, handle, receiver.WithOptions(own)))
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	server := http.Server{ReadTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}

// If it fails, 500 is answered and the webhook comes again.
func handle(ctx context.Context, event receiver.Event) error {
	failed := ""
	if receiver.HasErrors(event) {
		failed = " failed"
	}
	fmt.Printf("%s %s %d%s\n", event.Event, event.CallID(), event.Sequence, failed)
	if key := os.Getenv("RINGPOST_API_KEY"); key != "" && event.Event == "CALL_LOG_CREATED" {
		// The answer is due within 10 s: a receiver that can wait longer reads the log afterwards.
		callLog, err := receiver.ReadCallLog(ctx, receiver.CallLogOptions{
			URL: os.Getenv("RINGPOST_URL"), APIKey: key, CallID: event.CallID(), Time: 5 * time.Second,
		})
		var none *receiver.NoLogError
		if errors.As(err, &none) {
			fmt.Println("log", event.CallID(), none.Reason)
			return nil
		}
		turns, _ := callLog["turns"].([]any)
		fmt.Println("log", event.CallID(), len(turns))
		return err
	}
	return nil
}
