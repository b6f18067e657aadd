# frozen_string_literal: true

require_relative 'ringpost_receiver/version'
require_relative 'ringpost_receiver/invalid_webhook'
require_relative 'ringpost_receiver/transport'
require_relative 'ringpost_receiver/keys'
require_relative 'ringpost_receiver/dictionary'
require_relative 'ringpost_receiver/signatures'
require_relative 'ringpost_receiver/event'
require_relative 'ringpost_receiver/verify'
require_relative 'ringpost_receiver/order_guard'
require_relative 'ringpost_receiver/call_log'
require_relative 'ringpost_receiver/receiver'

# Receives Ringpost's webhooks: verifies them, reads them, handles each once and in order. It needs
# nothing but Ruby's own libraries.
module RingpostReceiver
  autoload :RackApp, File.expand_path('ringpost_receiver/rack_app', __dir__)
  autoload :SqliteStore, File.expand_path('ringpost_receiver/sqlite_store', __dir__)
end
