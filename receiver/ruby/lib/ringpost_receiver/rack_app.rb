# frozen_string_literal: true

module RingpostReceiver
  # A Rack application around a receiver: <tt>mount RackApp.new(receiver), at: '/hooks'</tt> in the
  # routes of Rails, <tt>map('/hooks') { run RackApp.new(receiver) }</tt> in config.ru.
  class RackApp
    def initialize(receiver)
      @receiver = receiver
    end

    def call(env)
      headers = env.each_with_object({}) do |(name, value), found|
        found[name.delete_prefix('HTTP_').tr('_', '-')] = value if name.start_with?('HTTP_')
      end
      raw_body = env['rack.input']&.read(BODY_BYTES_MAX + 1) || ''
      [@receiver.answer(env['REQUEST_METHOD'], headers, raw_body), {}, []]
    end
  end
end
