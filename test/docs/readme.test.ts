import { describeSnippets } from './describeSnippets.ts';

describeSnippets('.cache/readme', 'README.md');
