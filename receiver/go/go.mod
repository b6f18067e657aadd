module github.com/ringpost/ringpost/receiver/go

go 1.21
