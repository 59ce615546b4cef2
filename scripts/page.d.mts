export function writePage(path: string, text: string): void;
export function wrapped(paragraph: string): string;
