import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Answered } from '../api/queries.js';
import { createLastGood, type Shown } from './last-good.js';

/**
 * The answer, or when it fails the last one for the same address: what was typed on the screen must outlive a
 * failed refresh.
 */
export const useLastGood = <Data>(answer: Promise<Answered<Data>>): Promise<Shown<Data>> => {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [last] = useState(createLastGood<Data>);
  useEffect(() => last.follow(answer, address));
  return last.shown(answer, address);
};
