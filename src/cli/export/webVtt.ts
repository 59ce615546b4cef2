import type { Recording } from '../../record/format.ts';
import { spansOf } from '../../replay/timeline.ts';
import { traceOf } from '../../replay/timeline/lines.ts';
import { listUserSpeech } from '../speech/userSpeech.ts';
import { allTyped } from '../../replay/lines.ts';

/** Formats the transcript: the user's spoken and typed words, and the agent's words that were heard. */
export function formatWebVtt(recording: Recording): string {
  const { utterances, nowMs } = spansOf(recording, traceOf(recording.lines));
  const cues: Cue[] = [
    ...listUserSpeech(recording).map(({ fromMs, toMs, texts }) => ({
      fromMs,
      toMs,
      voice: 'User',
      text: texts.join(' '),
    })),
    ...allTyped(recording.lines).map(({ t, v }) => ({ fromMs: t, toMs: t + TYPED_MS, voice: 'User (typed)', text: v })),
    ...utterances.map(({ fromMs, toMs, heard, text }) => ({
      fromMs,
      toMs: toMs ?? nowMs,
      voice: 'Agent',
      text: (heard ?? text).trim(),
    })),
  ];
  const written = cues.filter(({ text }) => text !== '').toSorted((a, b) => a.fromMs - b.fromMs);
  return ['WEBVTT', ...written.map(formatCue)].join('\n\n').concat('\n');
}

interface Cue {
  readonly fromMs: number;
  readonly toMs: number;
  readonly voice: string;
  readonly text: string;
}

/** Time for which typed text is shown, in ms. */
const TYPED_MS = 2000;

function formatCue({ fromMs, toMs, voice, text }: Cue): string {
  const from = Math.max(0, fromMs);
  // A cue must end after its start.
  const to = Math.max(toMs, from + 1);
  return `${formatTime(from)} --> ${formatTime(to)}\n<v ${voice}>${escape(text)}`;
}

function formatTime(ms: number): string {
  const whole = Math.round(ms);
  const [hours, minutes] = [Math.floor(whole / 3_600_000), Math.floor(whole / 60_000) % 60];
  const seconds = ((whole % 60_000) / 1000).toFixed(3);
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:${seconds.padStart(6, '0')}`;
}

/** Escapes markup and line breaks: a line break would start a new line of the cue, and an empty line would end it. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\s+/gu, ' ');
}
