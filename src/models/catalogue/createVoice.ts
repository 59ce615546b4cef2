import type { CatalogueModel, ModelFile, ModelType } from '../model.ts';
import { DOCS, RECORDED, RELEASES, SHERPA } from './addresses.ts';

/** The properties of one voice of sherpa-onnx. */
export interface VoiceEntry {
  readonly name: string;
  readonly type: ModelType;
  readonly languages: readonly string[];
  readonly licence: CatalogueModel['licence'];
  /** The archive, without `.tar.bz2`. */
  readonly archive: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Files besides the archive, such as a vocoder. */
  readonly others?: readonly ModelFile[];
  /** The page of the documentation that lists the address, below `DOCS`. */
  readonly page: string;
  /** Figures of the page for speed. */
  readonly figures: readonly string[];
  readonly smaller?: string;
}

/** Creates the catalogue's entry for a voice that sherpa-onnx publishes. */
export function createVoice(entry: VoiceEntry): CatalogueModel {
  const { name, type, languages, licence, archive, bytes, sha256, others = [], figures, smaller } = entry;
  const page = `${DOCS}/tts/${entry.page}`;
  return {
    name,
    kind: 'tts',
    type,
    languages,
    licence,
    files: [{ url: `${RELEASES}/tts-models/${archive}.tar.bz2`, bytes, sha256, archive: 'tar.bz2' }, ...others],
    needs: SHERPA,
    figures: figures.map((text) => ({ text, source: page })),
    ...(smaller !== undefined && { smaller }),
    source: `${page}; ${RECORDED}`,
  };
}

/** The properties of one voice of Piper. */
export interface PiperEntry {
  /** For example `de_DE-thorsten-medium`, and `-int8` for the quantised weights. */
  readonly voice: string;
  /** The licence of the recordings, as the card of the voice states it. Piper and its weights are under MIT. */
  readonly licence: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly figures?: readonly string[];
  readonly smaller?: string;
}

/** Creates the catalogue's entry for a voice of Piper. Its card states the licence of the recordings. */
export function createPiperVoice(entry: PiperEntry): CatalogueModel {
  const { voice, licence, bytes, sha256, figures = [], smaller } = entry;
  const [locale = '', speaker = '', quality = ''] = voice.split('-');
  const [language = ''] = locale.split('_');
  const cards = 'https://huggingface.co/rhasspy/piper-voices/blob/main';
  return createVoice({
    name: `piper-${voice}`,
    type: 'vits',
    languages: [locale.replace('_', '-')],
    licence: { name: licence, url: `${cards}/${language}/${locale}/${speaker}/${quality}/MODEL_CARD` },
    archive: `vits-piper-${voice}`,
    bytes,
    sha256,
    page: 'pretrained_models/vits.html',
    figures,
    ...(smaller !== undefined && { smaller }),
  });
}
