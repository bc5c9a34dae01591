import { type HTMLInputAutoCompleteAttribute, useEffect, useRef, useState } from 'react';
import { type ControlProps, describedBy } from './field-frame.js';
import styles from './form.module.css';
import type { LookupField, Suggestion } from './form-field.js';

interface LookupControlProps extends ControlProps<LookupField> {
  /** What the browser may fill in; nothing by default. */
  autoComplete?: HTMLInputAutoCompleteAttribute;
}

/** Milliseconds: long enough to skip single letters, short enough not to feel slow. */
const pause = 200;

const useSuggestions = (find: LookupField['find'], text: string): readonly Suggestion[] => {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    if (!text.trim()) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      // Suggestions are optional: without them, the text is sent as typed, and checked by the server.
      find(text.trim()).then(
        (suggestions) => current && setFound(suggestions),
        () => undefined,
      );
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [find, text]);
  return found;
};

/** A text field with the browser's native suggestion list. Choosing one may fill in other fields. */
export const LookupControl = (props: LookupControlProps) => {
  const { id, field, value, error, autoComplete = 'off', onChange, onFill, onFillLater } = props;
  const text = String(value);
  const suggestions = useSuggestions(field.find, text);
  const latest = useRef<string | undefined>(text);
  useEffect(
    () => () => {
      latest.current = undefined;
    },
    [],
  );
  const type = (typed: string) => {
    latest.current = typed;
    onChange(typed);
    const chosen = suggestions.find((suggestion) => suggestion.value === typed);
    if (chosen?.fills) onFill(chosen.fills);
    // Missing details can be typed, and late ones must not replace another choice, nor come once the field is gone.
    const fillIn = onFillLater();
    chosen?.details?.().then(
      (found) => latest.current === typed && fillIn(found),
      () => undefined,
    );
  };
  return (
    <>
      <input
        {...describedBy(id, field, error)}
        className={styles.input}
        name={field.name}
        value={text}
        list={`${id}-list`}
        required={field.required ?? false}
        autoComplete={autoComplete}
        onChange={({ target }) => type(target.value)}
      />
      <datalist id={`${id}-list`}>
        {suggestions.map((suggestion) => (
          <option key={`${suggestion.value} ${suggestion.text}`} value={suggestion.value}>
            {suggestion.text}
          </option>
        ))}
      </datalist>
    </>
  );
};
