import { useEffect, useRef, useState } from 'react';

/** Whether an element's content is wider than the element, and the ref to attach. */
export const useOverflow = () => {
  const element = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const look = () => setOverflows(current.scrollWidth > current.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(current);
    if (current.firstElementChild) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return { element, overflows };
};
