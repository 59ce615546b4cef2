import { Observable, type OperatorFunction } from 'rxjs';
import { selectDecoder } from '../audio/detectAudio.ts';
import { createUtteranceDecoder, type UtteranceDecoder } from './utteranceDecoder.ts';

/**
 * Decodes the audio of a response at `sampleRate` Hz. Its first bytes and its content type determine the format. Fails
 * for an unsupported format and names it.
 *
 * @param type content type of the response, or `''`
 * @param sampleRate in Hz, also the rate of headerless samples whose type does not specify it
 */
export function decodeDetected(type: string, sampleRate: number): OperatorFunction<Uint8Array, Int16Array> {
  return (answer) =>
    new Observable((subscriber) => {
      let head: Uint8Array = new Uint8Array();
      let decoder: UtteranceDecoder | null = null;
      const start = (isWhole: boolean): UtteranceDecoder | null => {
        const source = selectDecoder({ type, bytes: head, isWhole, askedRate: sampleRate });
        if (source === null) return null;
        const started = createUtteranceDecoder(
          { decoder: source, sampleRate },
          {
            decoded: (event) => (event.kind === 'sound' ? subscriber.next(event.samples) : subscriber.complete()),
            failed: (error) => subscriber.error(error),
          },
        );
        subscriber.add(() => started.stop());
        return started;
      };
      const push = (bytes: Uint8Array, isWhole: boolean): void => {
        const isFirst = decoder === null;
        if (isFirst) head = Buffer.concat([head, bytes]);
        decoder ??= start(isWhole);
        decoder?.push({ kind: 'audio', utterance: 0, bytes: isFirst ? head : bytes });
        if (isWhole) decoder?.push({ kind: 'done', utterance: 0 });
      };
      subscriber.add(
        answer.subscribe({
          next: (bytes) => push(bytes, false),
          error: (error: unknown) => subscriber.error(error),
          complete: () => push(new Uint8Array(), true),
        }),
      );
    });
}
