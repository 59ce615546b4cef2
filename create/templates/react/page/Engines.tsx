import { useEffect, useState, type ReactNode } from 'react';

/** Says which recogniser and which voice the server uses. */
export function Engines(): ReactNode {
  const [text, setText] = useState('');
  useEffect(() => {
    void fetch('/engines').then(async (answer) => answer.ok && setText(await answer.text()));
  }, []);
  return <footer>{text}</footer>;
}
