import { throwError } from 'rxjs';
import { createDecoderSource, type AudioDecoderSource } from './decoder.ts';
import { mp3 } from './mp3.ts';
import { wav } from './wav.ts';
import { createBareDecoder, type BareCodec } from './wavFormat.ts';

/** The bytes of an answer that are looked at. */
export interface AudioHead {
  /** The content type of the answer; `''` if it has none. */
  readonly type: string;
  /** Its first bytes. */
  readonly bytes: Uint8Array;
  /** True if there are no more. */
  readonly isWhole: boolean;
  /** The rate of bare samples whose type does not say it, in Hz. */
  readonly askedRate: number;
}

/**
 * Selects the decoder for an answer of a server that may speak in another format than was asked for: by its first bytes, else
 * by its content type, else bare 16-bit samples. Null: more bytes are needed. The decoder of a format that is not decoded fails
 * with its name.
 */
export function selectDecoder(head: AudioHead): AudioDecoderSource | null {
  const text = Buffer.from(head.bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (!head.isWhole && MAGIC.some(([start, length]) => isUndecided(text, start, length))) return null;
  const [, , found] =
    MAGIC.find(([start, , , pattern]) => text.startsWith(start) && (pattern?.test(text) ?? true)) ?? [];
  if (typeof found === 'string') return createUnsupported(found);
  return found ?? selectUnmarked(head);
}

function isUndecided(text: string, start: string, length: number): boolean {
  return text.length < length && (text.startsWith(start) || start.startsWith(text));
}

function selectUnmarked(head: AudioHead): AudioDecoderSource | null {
  const mpeg = findMpegFrames(head);
  return mpeg === undefined ? selectByType(head.type, head.askedRate) : mpeg;
}

/** How formats begin, how many bytes tell them, what they are, and what these bytes must have. */
const MAGIC: readonly (readonly [
  start: string,
  length: number,
  found: AudioDecoderSource | string,
  pattern?: RegExp,
])[] = [
  ['RIFF', 4, wav],
  ['ID3', 3, mp3],
  ['OggS', 36, 'Ogg/Opus', /OpusHead/u],
  ['OggS', 36, 'Ogg/Vorbis', /vorbis/u],
  ['OggS', 36, 'Ogg'],
  ['fLaC', 4, 'FLAC'],
  ['\x1aE\xdf\xa3', 4, 'WebM'],
  ['FORM', 4, 'AIFF'],
  ['\0\0\0', 8, 'MP4', /^.{4}ftyp/su],
];
/** So many bytes are searched for the codec in a container. */
const HEAD_BYTES = 64;

/** Finds frames of MPEG audio: null while the second is still to come, undefined if there are none. */
function findMpegFrames({ type, bytes, isWhole }: AudioHead): AudioDecoderSource | null | undefined {
  if (bytes.length < FRAME_HEAD_BYTES && bytes[0] === 0xff && !isWhole) return null;
  const length = parseFrameLength(bytes, 0);
  if (length === undefined) return undefined;
  if (MP3_TYPE.test(type)) return mp3;
  if (bytes.length < length + FRAME_HEAD_BYTES) return isWhole ? undefined : null;
  return parseFrameLength(bytes, length) === undefined ? undefined : mp3;
}

const FRAME_HEAD_BYTES = 4;
/** In kbit/s, of layer III: of MPEG 1, and of MPEG 2 and 2.5. */
const KBPS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBPS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** In Hz, by the number of the version: 2.5, none, 2, 1. */
const RATES: readonly (readonly number[])[] = [
  [11_025, 12_000, 8000],
  [],
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
];

/** Returns the length of the frame of MPEG audio layer III that begins at `at`, in bytes; undefined if none does. */
function parseFrameLength(bytes: Uint8Array, at: number): number | undefined {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + FRAME_HEAD_BYTES);
  const version = (second >> 3) & 3;
  const rate = RATES[version]?.[(third >> 2) & 3];
  const kbps = (version === 3 ? KBPS_1 : KBPS_2)[third >> 4];
  const isLayer3 = first === 0xff && second >= 0xe0 && ((second >> 1) & 3) === 1;
  if (!isLayer3 || rate === undefined || !kbps) return undefined;
  return Math.floor(((version === 3 ? 144_000 : 72_000) * kbps) / rate) + ((third >> 1) & 1);
}

const MP3_TYPE = /^audio\/(?:x-)?(?:mpeg|mp3|mpeg3|mpga)\b/iu;
/** Samples without a header, with their codec and rate; null: the rate that was asked for. */
const BARE_TYPES: readonly (readonly [type: RegExp, codec: BareCodec, rate: number | null])[] = [
  [/^audio\/(?:x-)?(?:mulaw|pcmu|basic)\b/iu, '7/8', 8000],
  [/^audio\/(?:x-)?(?:alaw|pcma)\b/iu, '6/8', 8000],
  [/^audio\/(?:x-)?(?:pcm|l16|raw|wav|wave|vnd\.wave)\b/iu, '1/16', null],
];

function selectByType(type: string, askedRate: number): AudioDecoderSource {
  if (MP3_TYPE.test(type)) return mp3;
  const [, codec = '1/16', rate] = BARE_TYPES.find(([pattern]) => pattern.test(type)) ?? [];
  if (rate === undefined && /^(?:audio|video)\//iu.test(type)) return createUnsupported(nameOf(type));
  const sampleRate = parseParameter(type, 'rate') ?? rate ?? askedRate;
  const channels = parseParameter(type, 'channels') ?? 1;
  return createDecoderSource(() => createBareDecoder(codec, sampleRate, channels));
}

function createUnsupported(format: string): AudioDecoderSource {
  return throwError(() => new Error(`answered in ${format}; PCM, WAV and MP3 are decoded`));
}

function nameOf(type: string): string {
  return type.split(';', 1)[0]?.trim() ?? type;
}

/** Parses a number of a content type, as in `audio/pcm;rate=16000`. */
function parseParameter(type: string, name: string): number | undefined {
  const value = new RegExp(`;\\s*${name}\\s*=\\s*"?(\\d+)`, 'iu').exec(type)?.[1];
  return value === undefined ? undefined : Number(value);
}
