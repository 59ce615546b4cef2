import type { RealtimeEvent } from './events.ts';

/**
 * What a client gets to know about audio that does not come in events: each method returns the events. A response is named by its
 * id; undefined is none.
 */
export interface OutputBuffer {
  /** Audio of the response is played. */
  start(response: string | undefined): readonly RealtimeEvent[];
  /** Audio of the response is dropped. */
  clear(response: string | undefined): readonly RealtimeEvent[];
  /** Returns these events, with the end of the audio behind the end of its response. */
  follow(events: readonly RealtimeEvent[]): readonly RealtimeEvent[];
}

/** The buffer of a client that gets the audio in events. */
export const NO_BUFFER: OutputBuffer = { start: () => [], clear: () => [], follow: (events) => events };

/** Creates the buffer of a client that gets the audio in a track. */
export function createOutputBuffer(): OutputBuffer {
  let playing: string | undefined;
  const end = (type: 'stopped' | 'cleared', response: string): RealtimeEvent => {
    playing = undefined;
    return toEvent(type, response);
  };
  return {
    start: (response) => {
      if (response === undefined || response === playing) return [];
      playing = response;
      return [toEvent('started', response)];
    },
    clear: (response) => (response === undefined || response !== playing ? [] : [end('cleared', response)]),
    follow: (events) =>
      events.flatMap((event) =>
        playing !== undefined && doneBy(event) === playing ? [event, end('stopped', playing)] : [event],
      ),
  };
}

function toEvent(state: 'started' | 'stopped' | 'cleared', response_id: string): RealtimeEvent {
  return { type: `output_audio_buffer.${state}`, response_id };
}

/** Returns the id of the response that an event says to be done. */
function doneBy({ type, response }: RealtimeEvent): unknown {
  return type === 'response.done' ? (response as { readonly id: unknown }).id : undefined;
}
