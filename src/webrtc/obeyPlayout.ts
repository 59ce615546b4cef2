import type { AudioSender } from './audioSender.ts';
import type { Channel } from './channel.ts';
import { readFrame, type PlayoutMessage } from './frames.ts';

/** Carries out a frame of the codec: sends a text over the channel, or applies the server's decision to the audio. */
export function obeyPlayout(text: string, { channel, sender }: { channel: Channel; sender: AudioSender }): void {
  const frame = readFrame(text);
  if (frame.kind === 'text') channel.send(frame.text);
  if (frame.kind !== 'playout') return;
  const message = JSON.parse(frame.json) as PlayoutMessage;
  switch (message.type) {
    case 'audio.start':
      return sender.start(message.utterance_id, message.first_sample);
    case 'audio.end':
      return sender.end(message.utterance_id);
    case 'clear':
      return sender.clear(message.utterance_id, message.clear_id);
  }
}
