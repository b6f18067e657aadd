# frozen_string_literal: true

require_relative 'lib/ringpost_receiver/version'

Gem::Specification.new do |spec|
  spec.name = 'ringpost_receiver'
  spec.version = RingpostReceiver::VERSION
  spec.authors = ['The Ringpost authors']
  spec.summary = 'Verify and read the webhooks that Ringpost sends, each once and in order.'
  spec.homepage = 'https://github.com/ringpost/ringpost'
  spec.license = 'Apache-2.0'
  spec.required_ruby_version = '>= 3.0'
  spec.files = Dir['lib/**/*.rb'] + %w[README.md CHANGELOG.md LICENSE]
  spec.metadata = {
    'source_code_uri' => "#{spec.homepage}/tree/main/receiver/ruby",
    'changelog_uri' => "#{spec.homepage}/blob/main/receiver/ruby/CHANGELOG.md",
    'rubygems_mfa_required' => 'true'
  }
end
