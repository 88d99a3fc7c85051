import { HomePanel } from '../features/home/home-panel.tsx'
import { SearchPage } from '../features/search/search-page.tsx'

/** The first screen: the search, and under it what is going on until something is searched. */
export const SearchScreen = () => <SearchPage beforeSearch={(search) => <HomePanel onTry={search} />} />
