import { useEffect, useState } from 'react';
import { TextField } from '../../../ui/forms/text-field.tsx';
import styles from './dashboard.module.css';

/** The list follows when nothing was typed for this long. */
const pauseMilliseconds = 300;

interface SearchMapsProps {
  search: string;
  onSearch: (text: string) => void;
}

/** Finds maps by a part of their name or of an owner's. */
export function SearchMaps({ search, onSearch }: SearchMapsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      setTyped(null);
      if (typed.trim() !== search) onSearch(typed.trim());
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, search, onSearch]);
  return (
    <div className={styles.search}>
      <TextField
        label="Search maps and owners"
        type="search"
        value={typed ?? search}
        onChange={setTyped}
        maxLength={100}
      />
    </div>
  );
}
