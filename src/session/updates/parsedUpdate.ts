import type { SttConfig, TtsConfig } from '../../../providers/names.ts';
import type { SpeechToText, TextToSpeech } from '../../core/ports.ts';
import type { ChangeableSetting, ChangedFunctions } from '../sessionControl.ts';
import type { SessionConfig, SessionSettings } from '../config/config.ts';

/** An update whose fields are valid. */
export interface ParsedUpdate {
  readonly instructions?: string | undefined;
  readonly functions?: ChangedFunctions | undefined;
  readonly tts?: ParsedPort<TextToSpeech, TtsConfig> | undefined;
  readonly stt?: ParsedPort<SpeechToText, SttConfig> | undefined;
  /** The config with all changes. */
  readonly config: SessionConfig<object>;
  readonly settings: SessionSettings;
  /** The changed fields of the config, without ports; undefined: the config does not have the field. */
  readonly changed: Partial<Record<ChangeableSetting, unknown>>;
  readonly language?: string | undefined;
}

/** `first`: the port with which the session began. */
export type ParsedPort<Port, Config> =
  | { readonly kind: 'first' }
  | { readonly kind: 'port'; readonly port: Port }
  | { readonly kind: 'settings'; readonly config: Config };
