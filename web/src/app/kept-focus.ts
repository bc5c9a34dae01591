const dialog = '[role="dialog"], [role="alertdialog"]';
const message = ':is([role="status"], [role="alert"]):not(:empty)';
const heading = ':scope > :is(h1, h2, h3), :scope > header > h1';

/** An element and all that it is in, from the inside out. */
const outwards = (element: Element | null): Element[] =>
  element ? [element, ...outwards(element.parentElement)] : [];

/** The same element, as one recognizes it: by its kind and its words. */
const alikeIn = (place: Element, { localName, textContent }: Element): HTMLElement | undefined =>
  textContent
    ? [...place.querySelectorAll<HTMLElement>(localName)].find((each) => each.textContent === textContent)
    : undefined;

const messageAmong = (records: readonly MutationRecord[], place: Element): HTMLElement | undefined =>
  records
    .flatMap(({ target, addedNodes }) => (target === place ? [...addedNodes] : []))
    .find((node): node is HTMLElement => node instanceof HTMLElement && node.matches(message));

const headingOver = (place: Element): HTMLElement | null => {
  const above = outwards(place).map((part) => part.querySelector<HTMLElement>(heading));
  return above.find((found) => found !== null) ?? document.querySelector('main h1');
};

/** Into view only for someone who sees the focus: the page must not move under a pointer. */
const moveTo = (element: HTMLElement): void => {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  if (element.matches(':focus-visible')) element.scrollIntoView({ block: 'nearest' });
};

/**
 * Keeps the focus on the page when the element that has it is removed: moves it to the same element if that was only
 * drawn again, or to the button that opened what is gone, or to the message that took its place, or to the heading above.
 */
export const keepFocus = (root: Element): void => {
  /** What was focused last, outside of dialogs, and all that it was in. */
  let held: readonly Element[] = [];
  /** What lost the focus last, by the place that remained. */
  const lostIn = new WeakMap<Element, Element>();
  const isNowhere = () => document.activeElement === document.body;

  /** The element that was removed with the focus, and the place it was in. */
  const loss = () => {
    const [lost] = held;
    const place = held.find(({ isConnected }) => isConnected);
    return lost && place && lost !== place ? { lost, place } : undefined;
  };
  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !root.contains(target)) return;
    const before = loss();
    if (before) lostIn.set(before.place, before.lost);
    held = outwards(target);
  };
  const leave = () => {
    if (isNowhere()) held = [];
  };
  const restore = (records: readonly MutationRecord[]) => {
    const now = isNowhere() && !document.querySelector(dialog) ? loss() : undefined;
    if (!now) return;
    const opener = lostIn.get(now.place);
    const next =
      alikeIn(now.place, now.lost) ??
      (opener && alikeIn(now.place, opener)) ??
      messageAmong(records, now.place) ??
      headingOver(now.place);
    if (next) moveTo(next);
  };

  document.addEventListener('focusin', enter);
  // A click elsewhere leaves an element; one that is about to be removed is gone by then.
  document.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => target instanceof Element && target.isConnected && leave()),
  );
  // Someone who acts while nothing has the focus has moved on.
  for (const act of ['keydown', 'pointerdown']) document.addEventListener(act, leave, { capture: true });
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true });
};
