# frozen_string_literal: true

# A whole receiver: handles each webhook once, in order, and reads the log of a call that has ended.
# RINGPOST_JWKS_URL=https://… RINGPOST_ENDPOINT_ID=ep_… rackup -p 9000 examples/config.ru

require 'ringpost_receiver'

$stdout.sync = true
receiver = RingpostReceiver::Receiver.new(
  # Pin the address of your project's keys; never take it from a request.
  keys: RingpostReceiver::KeySet.new(ENV.fetch('RINGPOST_JWKS_URL')),
  endpoint_id: ENV.fetch('RINGPOST_ENDPOINT_ID')
) do |event|
  # If this raises, 500 is answered and the webhook comes again.
  puts "#{event.event} #{event.call_id} #{event.sequence}#{' failed' if event.has_errors?}"
  next unless ENV.key?('RINGPOST_API_KEY') && event.event == 'CALL_LOG_CREATED'

  # The answer is due within 10 s: a receiver that can wait longer reads the log afterwards.
  found = RingpostReceiver.read_call_log(
    url: ENV.fetch('RINGPOST_URL'), api_key: ENV.fetch('RINGPOST_API_KEY'),
    call_id: event.call_id, seconds: 5
  )
  puts "log #{event.call_id} #{found.log ? found.log['turns'].length : found.reason}"
end

map('/hooks') { run RingpostReceiver::RackApp.new(receiver) }
