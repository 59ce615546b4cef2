import type { RealtimeEvent } from './events.ts';

/**
 * Reports playback to a client whose audio does not come in events. Each method returns the events. A response is
 * identified by its id; undefined means that no response is playing.
 */
export interface OutputBuffer {
  /** Starts playing the audio of the response. */
  start(response: string | undefined): readonly RealtimeEvent[];
  /** Drops the audio of the response. */
  clear(response: string | undefined): readonly RealtimeEvent[];
  /** Returns these events, with the end of the audio after the end of its response. */
  follow(events: readonly RealtimeEvent[]): readonly RealtimeEvent[];
}

/** The buffer for a client that receives the audio in events. */
export const NO_BUFFER: OutputBuffer = { start: () => [], clear: () => [], follow: (events) => events };

/** Creates the buffer for a client that receives the audio in a track. */
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

/** Returns the id of the response that an event completes. */
function doneBy({ type, response }: RealtimeEvent): unknown {
  return type === 'response.done' ? (response as { readonly id: unknown }).id : undefined;
}
