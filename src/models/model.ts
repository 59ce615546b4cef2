/** The task of a model: to hear, to speak, or to decide the end of a turn. */
export type ModelKind = 'stt' | 'tts' | 'turns';

/** The types of recognisers. A type says how the files of a model are used. */
export type SherpaSttModelType =
  | 'zipformer-transducer'
  | 'zipformer-ctc'
  | 'nemo-ctc-streaming'
  | 'moonshine'
  | 'whisper'
  | 'sense-voice'
  | 'nemo-transducer';

/** The types of voices. */
export type SherpaTtsModelType = 'vits' | 'kokoro' | 'kitten' | 'matcha' | 'supertonic';

export type ModelType = SherpaSttModelType | SherpaTtsModelType | 'smart-turn';

/** A file that `pull` downloads. */
export interface ModelFile {
  readonly url: string;
  /** Size of the download, in bytes. */
  readonly bytes: number;
  /** True if the size was published rounded. Only an exact size is checked. */
  readonly rounded?: true;
  /** The published checksum in hexadecimal, or null if none could be read. */
  readonly sha256: string | null;
  /** The archive's single top folder is stripped when it is unpacked. */
  readonly archive: 'tar.bz2' | null;
  /** The path of a file that is not an archive, relative to the folder of the model. */
  readonly path?: string;
}

/** A published figure, such as a word error rate. */
export interface ModelFigure {
  readonly text: string;
  /** The address where the figure is published. */
  readonly source: string;
}

/** A model that `npx antiphon models pull` downloads. */
export interface CatalogueModel {
  /** For example `zipformer-en-20M`. */
  readonly name: string;
  readonly kind: ModelKind;
  readonly type: ModelType;
  /** The languages that it hears or speaks, as BCP 47 tags. */
  readonly languages: readonly string[];
  readonly licence: { readonly name: string; readonly url: string };
  readonly files: readonly ModelFile[];
  /** The packages that run it. */
  readonly needs: readonly string[];
  readonly figures: readonly ModelFigure[];
  /** The name of the next smaller model of the same kind and language, for machines that are too slow. */
  readonly smaller?: string;
  /** The sources of the address, the size and the checksum. */
  readonly source: string;
}
