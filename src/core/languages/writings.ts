import { writing as de } from './de/writing.ts';
import { writing as en } from './en/writing.ts';
import { writing as es } from './es/writing.ts';
import { writing as fr } from './fr/writing.ts';
import { writing as it } from './it/writing.ts';
import { writing as nl } from './nl/writing.ts';
import { writing as pt } from './pt/writing.ts';
import { writing as zh } from './zh/writing.ts';
import type { LanguageTables } from './language.ts';
import type { Writing } from './writing.ts';

export const WRITINGS: LanguageTables<Writing> = {
  ar: null,
  de,
  en,
  es,
  fr,
  hi: null,
  it,
  ja: null,
  ko: null,
  nl,
  pl: null,
  pt,
  sv: null,
  tr: null,
  zh,
};
