import type { Line, Outgoing, WrittenPlayoutAudio } from './format.ts';

/** Returns whether a line holds samples. Their base64 may contain any word. */
export function holdsAudio(line: Line): boolean {
  return ('in' in line && line.in === 'audio') || readPlayoutAudio(line) !== undefined;
}

/** Reads a frame of the agent's audio. Returns undefined for any other line. */
export function readPlayoutAudio(line: Line): WrittenPlayoutAudio | undefined {
  if (!('out' in line) || line.out !== 'playout') return undefined;
  const event = line.v as Outgoing['playout'];
  return event.kind === 'audio' ? event : undefined;
}

/** Drops the audio of utterances whose text was rewritten, because it would reveal the redacted words. */
export interface AudioRedaction {
  /** Returns the JSON of a line as it is written. `json` contains its rewritten texts. */
  redact(line: Line, json: string): string;
}

export function createAudioRedaction(): AudioRedaction {
  const changed = new Set<string>();
  return {
    redact: (line, json) => {
      const audio = readPlayoutAudio(line);
      if (audio !== undefined) return changed.has(audio.utterance) ? writeWithoutSamples(line, audio) : json;
      if (!('out' in line) || line.out !== 'speech') return json;
      const speech = line.v as Outgoing['speech'];
      if (speech.kind === 'text' && readText(json) !== speech.text) changed.add(speech.utterance);
      return json;
    },
  };
}

function writeWithoutSamples(line: Line, audio: WrittenPlayoutAudio): string {
  return JSON.stringify({ ...line, v: { ...audio, pcm: undefined } });
}

function readText(json: string): string {
  return (JSON.parse(json) as { readonly v: { readonly text: string } }).v.text;
}
