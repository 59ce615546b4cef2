import { Observable } from 'rxjs';
import type { SpeechToSpeech } from '../../core/speechToSpeech.ts';
import { createWireDeps, type AdapterOptions } from '../wireDeps.ts';
import type { SpeechModelWire } from './dialect.ts';
import { SpeechModelClient } from './speechModelClient.ts';

/**
 * Creates a speech model over a provider's WebSocket protocol. It opens one connection per conversation at once, and
 * another when that is lost or old: after four pauses of up to 4 s in which none could be had, or when the provider
 * refuses, it fails with `provider_failed` or `provider_refused`. Completes when its input has completed. Unsubscribing
 * closes the connection.
 */
export function createWebSocketSpeechModel(wire: SpeechModelWire, options: AdapterOptions = {}): SpeechToSpeech {
  const deps = createWireDeps(options);
  const { name, model, sampleRate, output } = wire;
  return {
    name,
    model,
    sampleRate,
    output,
    converse: (input, conversation) =>
      new Observable((subscriber) => {
        const client = new SpeechModelClient({
          wire,
          deps,
          conversation,
          emit: (event) => subscriber.next(event),
          fail: (error) => subscriber.error(error),
        });
        subscriber.add(() => client.close());
        const inputs = input.subscribe({
          next: (sent) => client.send(sent),
          error: (error: unknown) => subscriber.error(error),
          complete: () => subscriber.complete(),
        });
        subscriber.add(inputs);
      }),
  };
}
