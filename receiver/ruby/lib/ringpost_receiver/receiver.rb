# frozen_string_literal: true

require 'logger'

module RingpostReceiver
  # Answers requests of any framework: verifies, handles once and in order, says the status.
  class Receiver
    # The options are those of RingpostReceiver.verify. The block handles an event.
    def initialize(guard: OrderGuard.new, logger: Logger.new($stderr), **options, &handle)
      raise ArgumentError, 'give a block that handles an event' if handle.nil?

      @guard = guard
      @logger = logger
      @options = options
      @handle = handle
    end

    # 204: handled, or need not be handled any more; 500: your own work failed, so it is sent again;
    # else the status of the reason. Read no more of a body than BODY_BYTES_MAX and one byte.
    def answer(http_method, headers, raw_body)
      return 405 unless http_method == 'POST'

      event = RingpostReceiver.verify(headers, raw_body, **@options)
      handled(event)
    rescue InvalidWebhook => e
      @logger.warn("webhook refused: #{e.message}")
      e.answer_status
    end

    private

    def handled(event)
      @guard.run(event, &@handle)
      204
    rescue StandardError => e
      @logger.error("webhook not handled: #{event.event}: #{e.full_message}")
      500
    end
  end
end
