# frozen_string_literal: true

module RingpostReceiver
  VERSION = '0.1.0'
end
