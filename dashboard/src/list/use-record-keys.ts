/**
 * The keys of a record's page: `y` copies its id, `j` and `k` go to the next and the one before in
 * the list that it was opened from. The tab stays, what is open on it does not.
 */
import { useNavigate } from '@tanstack/react-router';
import { useCopyKey } from '../keys/use-copy-key.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { besideInCourse } from './list-course.ts';

/** `parameter`: of the path, which holds the id. */
export function useRecordKeys(parameter: string, id: string): void {
  const navigate = useNavigate();
  const go = (step: 1 | -1): void => {
    const other = besideInCourse(id, step);
    if (other === null) return;
    void navigate({
      to: '.',
      params: (before) => ({ ...before, [parameter]: other }),
      search: ({ tab }) => ({ tab }),
    });
  };
  useCopyKey(() => id);
  useHotkey('j', () => go(1));
  useHotkey('k', () => go(-1));
}
