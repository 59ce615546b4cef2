import { describeSnippets } from './describeSnippets.ts';

describeSnippets('.cache/docs');
