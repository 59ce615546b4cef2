import { countWords } from '../text.ts';
import { spell, type Letter } from './spelling.ts';

/** A set of phrases, as a tree of letters. */
export interface PhraseTree {
  readonly branches: Map<string, Branch[]>;
  /** Number of words of the phrase that ends here; 0 if none ends here. */
  words: number;
}

interface Branch {
  /** How often the letter repeats. Text with more repetitions matches too. */
  readonly count: number;
  readonly tree: PhraseTree;
}

export function createPhraseTree(phrases: readonly string[]): PhraseTree {
  const root = createTree();
  for (const phrase of phrases) {
    const letters = spell(phrase);
    if (letters.length > 0) letters.reduce(grow, root).words = countWords(phrase);
  }
  return root;
}

/** Calls `found` for each phrase that begins at `from`, with the index after it and its number of words. */
export function findPhrases(
  tree: PhraseTree,
  letters: readonly Letter[],
  from: number,
  found: (end: number, words: number) => void,
): void {
  const letter = letters[from];
  for (const branch of (letter && tree.branches.get(letter.character)) ?? []) {
    if (letter === undefined || letter.count < branch.count) continue;
    if (branch.tree.words > 0 && letter.end !== 'inside') found(from + 1, branch.tree.words);
    findPhrases(branch.tree, letters, from + 1, found);
  }
}

/** Returns whether the letters from `from` on are an incomplete beginning of a phrase. */
export function beginsPhrase(tree: PhraseTree, letters: readonly Letter[], from: number): boolean {
  const letter = letters[from];
  if (letter === undefined) return tree.branches.size > 0;
  const branches = tree.branches.get(letter.character) ?? [];
  return branches.some(({ count, tree: next }) => letter.count >= count && beginsPhrase(next, letters, from + 1));
}

function grow({ branches }: PhraseTree, { character, count }: Letter): PhraseTree {
  const same = branches.get(character) ?? [];
  const known = same.find((branch) => branch.count === count);
  if (known !== undefined) return known.tree;
  const tree = createTree();
  branches.set(character, [...same, { count, tree }]);
  return tree;
}

function createTree(): PhraseTree {
  return { branches: new Map(), words: 0 };
}
