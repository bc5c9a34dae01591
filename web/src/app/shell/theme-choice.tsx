import { useState } from 'react';
import { Choice } from '../../components/choice/choice.js';

const options = [
  { value: 'system', text: 'Auto', spoken: 'Match device' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
] as const;
type Theme = (typeof options)[number]['value'];

const chosen = (): Theme =>
  options.find(({ value }) => value === localStorage.getItem('theme'))?.value ?? 'system';

/**
 * Light, dark, or the device's setting. The document's inline script applies a saved choice before the first paint.
 */
export const ThemeChoice = () => {
  const [theme, setTheme] = useState(chosen);
  const choose = (next: Theme) => {
    setTheme(next);
    if (next === 'system') {
      localStorage.removeItem('theme');
      delete document.documentElement.dataset.theme;
    } else {
      localStorage.setItem('theme', next);
      document.documentElement.dataset.theme = next;
    }
  };
  return <Choice label="Color theme" options={options} value={theme} onChange={choose} />;
};
