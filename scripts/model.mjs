// Replaced by the silero room: copies the model beside the built worker.
