import type { SttConfig, TtsConfig } from '../../../providers/names.ts';
import type { SpeechToText, TextToSpeech } from '../../core/ports.ts';
import type { ChangeableSetting, ChangedFunctions } from '../sessionControl.ts';
import type { SessionConfig, SessionSettings } from '../config.ts';

/** An update whose fields are valid. */
export interface ParsedUpdate {
  readonly instructions?: string | undefined;
  readonly functions?: ChangedFunctions | undefined;
  readonly tts?: ParsedPort<TextToSpeech, TtsConfig> | undefined;
  readonly stt?: ParsedPort<SpeechToText, SttConfig> | undefined;
  /** The config with all changes. */
  readonly config: SessionConfig<object>;
  readonly settings: SessionSettings;
  /** The fields of the config that were changed, without ports; undefined: it does not have it. */
  readonly changed: Partial<Record<ChangeableSetting, unknown>>;
  readonly language?: string | undefined;
}

/** `first`: the port that the session began with. */
export type ParsedPort<Port, Config> =
  | { readonly kind: 'first' }
  | { readonly kind: 'port'; readonly port: Port }
  | { readonly kind: 'settings'; readonly config: Config };
