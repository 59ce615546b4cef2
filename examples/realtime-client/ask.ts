import type { OpenAIRealtimeWS } from 'openai/realtime/ws';

/** A turn of the user, and the agent's answer. */
export interface Answer {
  /** What the agent has understood. */
  readonly asked: string;
  readonly text: string;
  /** Length of the agent's speech, in ms. */
  readonly spokenMs: number;
}

const SAMPLES_PER_MS = 24;
const BYTES_PER_FRAME = 4800;

/** Says something, 16-bit PCM at 24 kHz, as while a button is held. Resolves with the answer, when it was spoken to its end. */
export function ask(realtime: OpenAIRealtimeWS, speech: Int16Array): Promise<Answer> {
  const answered = listen(realtime);
  const bytes = Buffer.from(speech.buffer, speech.byteOffset, speech.byteLength);
  for (let at = 0; at < bytes.length; at += BYTES_PER_FRAME) {
    const audio = bytes.subarray(at, at + BYTES_PER_FRAME).toString('base64');
    realtime.send({ type: 'input_audio_buffer.append', audio });
  }
  realtime.send({ type: 'input_audio_buffer.commit' });
  realtime.send({ type: 'response.create' });
  return answered;
}

function listen(realtime: OpenAIRealtimeWS): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let [asked, text, samples] = ['', '', 0];
    const hear = (event: { readonly transcript: string }): void => void (asked = event.transcript);
    const read = (event: { readonly delta: string }): void => void (text += event.delta);
    const play = (event: { readonly delta: string }): void =>
      void (samples += Buffer.from(event.delta, 'base64').length / 2);
    const end = (): void => {
      leave();
      resolve({ asked, text, spokenMs: samples / SAMPLES_PER_MS });
    };
    const fail = (error: Error): void => {
      leave();
      reject(error);
    };
    const leave = (): void => {
      realtime.off('conversation.item.input_audio_transcription.completed', hear);
      realtime.off('response.output_audio_transcript.delta', read);
      realtime.off('response.output_audio.delta', play);
      realtime.off('response.done', end);
      realtime.off('error', fail);
    };
    realtime.on('conversation.item.input_audio_transcription.completed', hear);
    realtime.on('response.output_audio_transcript.delta', read);
    realtime.on('response.output_audio.delta', play);
    realtime.on('response.done', end);
    realtime.on('error', fail);
  });
}
