import { pathsOf, type ProjectFiles } from './projectFiles.ts';
import type { Rule } from './rule.ts';

const LANGUAGES = 'src/core/languages/';
const LIST = `${LANGUAGES}language.ts`;

/** The files of a language, and the texts that say which languages have one. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  phrases: ['docs/turn-taking.md'],
  turns: ['providers/textRules/settings.ts'],
  speech: ['docs/operators/normalizeForSpeech.md', 'operators/normalizeForSpeech/createTextNormalizers.ts'],
  writing: ['docs/operators/sentences.md'],
};

const names = new Intl.DisplayNames('en', { type: 'language' });

export const languageRules: readonly Rule[] = [
  {
    title: 'a language with a folder is one of the built-in languages',
    findFaults: (files) => {
      const codes = new Set(tablesOf(files).map(({ code }) => code));
      return [...codes]
        .filter((code) => files.get(LIST)?.includes(`| '${code}'`) !== true)
        .map((code) => `${LANGUAGES}${code} is not a PhraseLanguage: add it in ${LIST}; the compiler names its tables`);
    },
    counterexample: { [`${LANGUAGES}fi/phrases.ts`]: '', [LIST]: "\n  | 'de';" },
  },
  {
    title: 'the docs name every language that has a table',
    findFaults: (files) =>
      tablesOf(files).flatMap(({ code, table, path }) =>
        (TEXTS[table] ?? [])
          .filter((text) => files.get(text)?.includes(names.of(code) ?? code) !== true)
          .map((text) => `${text} does not name ${names.of(code)}, which has ${path}: add it to the languages there`),
      ),
    counterexample: { [`${LANGUAGES}fi/phrases.ts`]: '', 'docs/turn-taking.md': 'in German' },
  },
];

interface LanguageTable {
  readonly code: string;
  readonly table: string;
  readonly path: string;
}

/** Without the writing of a language that has only its numbers. */
function tablesOf(files: ProjectFiles): readonly LanguageTable[] {
  return pathsOf(files, /^src\/core\/languages\/\w+\/\w+\.ts$/).flatMap((path) => {
    const [code = '', table = ''] = path.slice(LANGUAGES.length, -'.ts'.length).split('/');
    return files.get(path)?.includes("abbreviations: ''") === true ? [] : [{ code, table, path }];
  });
}
