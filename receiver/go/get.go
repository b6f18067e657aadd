package receiver

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// checkedURL refuses an address that is neither https nor on this machine.
func checkedURL(text string, allowHTTP bool) (string, error) {
	parsed, err := url.Parse(text)
	if err == nil && parsed.Hostname() != "" {
		address, failed := netip.ParseAddr(parsed.Hostname())
		isHere := parsed.Hostname() == "localhost" || failed == nil && address.IsLoopback()
		if parsed.Scheme == "https" || parsed.Scheme == "http" && (isHere || allowHTTP) {
			return text, nil
		}
	}
	return "", &MistakeError{fmt.Sprintf("the address must be https: %s", text)}
}

// boundClient is a copy that follows no redirect and ends each request in time.
func boundClient(given *http.Client, timeout time.Duration) *http.Client {
	client := http.Client{}
	if given != nil {
		client = *given
	}
	if client.Timeout == 0 || client.Timeout > timeout {
		client.Timeout = timeout
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}
	return &client
}

type answer struct {
	status int
	// body is nil if it is larger than was asked for.
	body       []byte
	retryAfter string
}

func get(
	ctx context.Context, client *http.Client, address, authorization string, bytesMax int64,
) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("accept", "application/json")
	if authorization != "" {
		request.Header.Set("authorization", authorization)
	}
	response, err := client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, bytesMax+1))
	if err != nil {
		return answer{}, err
	}
	if int64(len(body)) > bytesMax {
		body = nil
	}
	return answer{response.StatusCode, body, response.Header.Get("retry-after")}, nil
}
