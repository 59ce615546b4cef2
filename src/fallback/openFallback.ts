import type { SchedulerLike } from 'rxjs';
import type { SttMember, TtsMember } from '../../providers/names.ts';
import {
  STT_PROVIDERS,
  TTS_PROVIDERS,
  type FilledStt,
  type FilledSttMember,
  type FilledTts,
  type FilledTtsMember,
  type ProviderEntry,
} from '../../providers/registry.ts';
import type { SpeechToText, TextToSpeech } from '../core/ports.ts';
import { createSttFallback } from './createSttFallback.ts';
import { createTtsFallback } from './createTtsFallback.ts';
import type { FallbackOptions } from './members.ts';

/** Creates the recogniser of a config: one, or several that stand in for each other. */
export function openStt(settings: FilledStt, scheduler: SchedulerLike | undefined): SpeechToText {
  const create = (member: FilledSttMember): SpeechToText => sttEntryOf(member).create(member);
  if (settings.provider !== 'fallback') return create(settings);
  return createSttFallback(settings.members.map(create), optionsOf(settings, scheduler));
}

/** Creates the TTS of a config: one, or several that stand in for each other. */
export function openTts(settings: FilledTts, scheduler: SchedulerLike | undefined): TextToSpeech {
  const create = (member: FilledTtsMember): TextToSpeech => ttsEntryOf(member).create(member);
  if (settings.provider !== 'fallback') return create(settings);
  const stallMs = 1000 * settings.stall_timeout;
  return createTtsFallback(settings.members.map(create), { ...optionsOf(settings, scheduler), stallMs });
}

export function sttEntryOf({ provider }: FilledSttMember): ProviderEntry<SttMember, FilledSttMember, SpeechToText> {
  return STT_PROVIDERS[provider];
}

export function ttsEntryOf({ provider }: FilledTtsMember): ProviderEntry<TtsMember, FilledTtsMember, TextToSpeech> {
  return TTS_PROVIDERS[provider];
}

interface Settings {
  readonly members: readonly object[];
  readonly timeout: number;
  readonly retry_after: number;
  readonly hedge?: true | { readonly after_ms: number } | undefined;
}

/**
 * Returns the options of a fallback. All sessions share the memory of a provider by its settings, including its key.
 */
function optionsOf(settings: Settings, scheduler: SchedulerLike | undefined): FallbackOptions {
  const { members, timeout, retry_after, hedge } = settings;
  return {
    timeoutMs: 1000 * timeout,
    retryAfterMs: 1000 * retry_after,
    hedge: typeof hedge === 'object' ? { afterMs: hedge.after_ms } : hedge,
    keys: members.map((member) => JSON.stringify(member)),
    scheduler,
  };
}
