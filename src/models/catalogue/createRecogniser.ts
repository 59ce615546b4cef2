import type { CatalogueModel, ModelFigure, ModelType } from '../model.ts';
import { DOCS, RECORDED, RELEASES, SHERPA, UNRECORDED } from './addresses.ts';

/** The properties of one recogniser of sherpa-onnx. */
export interface RecogniserEntry {
  readonly name: string;
  readonly type: ModelType;
  readonly languages: readonly string[];
  readonly licence: CatalogueModel['licence'];
  /** The archive, without `sherpa-onnx-` and `.tar.bz2`. */
  readonly archive: string;
  readonly bytes: number;
  readonly rounded?: true;
  readonly sha256: string | null;
  /** The page of the documentation that lists the address, below `DOCS`. */
  readonly page: string;
  /** Figures of the page for accuracy and speed. */
  readonly figures: readonly string[];
  /** Figures from other addresses. */
  readonly otherFigures?: readonly ModelFigure[];
  readonly smaller?: string;
}

/** Creates the catalogue's entry for a recogniser that sherpa-onnx publishes. */
export function createRecogniser(entry: RecogniserEntry): CatalogueModel {
  const { name, type, languages, licence, archive, bytes, sha256, figures, otherFigures = [], smaller } = entry;
  const page = `${DOCS}/${entry.page}`;
  return {
    name,
    kind: 'stt',
    type,
    languages,
    licence,
    files: [
      {
        url: `${RELEASES}/asr-models/sherpa-onnx-${archive}.tar.bz2`,
        bytes,
        ...(entry.rounded && { rounded: true }),
        sha256,
        archive: 'tar.bz2',
      },
    ],
    needs: SHERPA,
    figures: [...figures.map((text) => ({ text, source: page })), ...otherFigures],
    ...(smaller !== undefined && { smaller }),
    source: `${page}; ${sha256 === null ? UNRECORDED : RECORDED}`,
  };
}
