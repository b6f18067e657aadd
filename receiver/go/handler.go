package receiver

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
)

// HandlerOption changes what Handler does unless told.
type HandlerOption func(*handler)

// WithOptions says what is demanded; its Keys are replaced by those of the handler unless these are
// nil.
func WithOptions(options Options) HandlerOption {
	return func(handler *handler) { handler.options = options }
}

// WithGuard replaces the guard, which remembers in memory unless told.
func WithGuard(guard *OrderGuard) HandlerOption {
	return func(handler *handler) { handler.guard = guard }
}

// WithLogger says where refusals and failures are logged; slog.Default() unless told.
func WithLogger(logger *slog.Logger) HandlerOption {
	return func(handler *handler) { handler.logger = logger }
}

// Handler verifies each request and calls handle for each webhook once and in order. It answers 204
// if it was handled or need not be handled any more, 500 if handle fails, so that it is sent again,
// else the status of the reason. Options that would verify nothing are told at the first request,
// which is answered 500.
func Handler(
	keys Keys, handle func(context.Context, Event) error, options ...HandlerOption,
) http.Handler {
	made := &handler{handle: handle, guard: &OrderGuard{}}
	for _, option := range options {
		option(made)
	}
	if keys != nil {
		made.options.Keys = keys
	}
	return made
}

type handler struct {
	handle  func(context.Context, Event) error
	options Options
	guard   *OrderGuard
	logger  *slog.Logger
}

func (handler *handler) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		writer.Header().Set("allow", http.MethodPost)
		writer.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	rawBody, err := io.ReadAll(io.LimitReader(request.Body, BodyBytesMax+1))
	if err != nil {
		writer.WriteHeader(http.StatusBadRequest)
		return
	}
	writer.WriteHeader(handler.statusOf(request, rawBody))
}

func (handler *handler) statusOf(request *http.Request, rawBody []byte) int {
	logger := handler.logger
	if logger == nil {
		logger = slog.Default()
	}
	ctx := request.Context()
	event, err := Verify(ctx, request.Header, rawBody, handler.options)
	var invalid *InvalidError
	if errors.As(err, &invalid) {
		logger.WarnContext(ctx, "webhook refused", "reason", invalid.Reason, "detail", invalid.Detail)
		return invalid.Status()
	}
	if err == nil {
		_, err = handler.guard.Run(ctx, event, handler.handle)
	}
	if err != nil {
		logger.ErrorContext(ctx, "webhook not handled", "event", event.Event, "error", err)
		return http.StatusInternalServerError
	}
	return http.StatusNoContent
}
