//! A heuristic whose type is erased, for algorithms that need not be compiled for each heuristic.
//!
//! Algorithms whose nodes cost less than about 20 ns (IDA*, BTS, A* over packed nodes) are compiled for every heuristic and reached by
//! a virtual call per run. All others see one type per domain, [`ErasedHeuristic`], and pay a virtual call per evaluation.

use core::any::TypeId;
use core::fmt;
use core::mem::MaybeUninit;
use core::ptr;

use tilebench_core::{BitPacked, Cost, Estimate, Heuristic, Memo, Outcome, Parent, SearchContext};

use crate::best_first::{self, Config};
use crate::ida_star::{self, EngineFactory, EngineFrontierSearch, FrontierSearch};
use crate::{LimitChecker, Side};

/// The maximum size of a cache in bytes.
const MAX_BYTES: usize = 96;

/// The cache of a heuristic whose type is erased: its bytes, and the type that they have.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct ErasedCache {
    bytes: [MaybeUninit<u8>; MAX_BYTES],
    /// The type of the value in `bytes`.
    cache_type: &'static CacheType,
    /// The estimates, so that reading them needs no call.
    h: Cost,
    d: Cost,
}

/// A type of caches.
struct CacheType {
    id: TypeId,
    is_equal: fn(&ErasedCache, &ErasedCache) -> bool,
    debug: fn(&ErasedCache, &mut fmt::Formatter<'_>) -> fmt::Result,
}

/// A cache whose type can be erased.
trait ErasableCache: Copy + Eq + fmt::Debug + 'static {
    const CACHE_TYPE: &'static CacheType = &CacheType {
        id: TypeId::of::<Self>(),
        is_equal: |a, b| a.get::<Self>() == b.get::<Self>(),
        debug: |cache, out| cache.get::<Self>().fmt(out),
    };
}

impl<C: Copy + Eq + fmt::Debug + 'static> ErasableCache for C {}

#[expect(unsafe_code, reason = "a value is kept as bytes with its type")]
impl ErasedCache {
    /// The bytes of `cache`, which holds the estimates `h` and `d`.
    #[inline]
    fn new<C: ErasableCache>(cache: C, h: Cost, d: Cost) -> Self {
        const { assert!(size_of::<C>() <= MAX_BYTES && align_of::<C>() <= 16, "the cache of a heuristic is too large") };
        let mut erased = Self { bytes: [MaybeUninit::uninit(); MAX_BYTES], cache_type: C::CACHE_TYPE, h, d };
        // SAFETY: the bytes suffice for a value of type C and are aligned for it, as was just asserted.
        unsafe { erased.bytes.as_mut_ptr().cast::<C>().write(cache) };
        erased
    }

    /// The cache, which must have been created from a value of this type.
    #[inline]
    fn get<C: ErasableCache>(&self) -> &C {
        // The address decides almost always; a constant may have several.
        let is_own = ptr::eq(self.cache_type, C::CACHE_TYPE) || self.cache_type.id == TypeId::of::<C>();
        assert!(is_own, "a cache of another heuristic");
        // SAFETY: `cache_type` is set by `new` alone, to the type of the value that it writes, and the bytes are aligned for it.
        unsafe { &*self.bytes.as_ptr().cast::<C>() }
    }
}

impl PartialEq for ErasedCache {
    fn eq(&self, other: &Self) -> bool {
        self.cache_type.id == other.cache_type.id && (self.cache_type.is_equal)(self, other)
    }
}

impl Eq for ErasedCache {}

impl fmt::Debug for ErasedCache {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.cache_type.debug)(self, out)
    }
}

impl ErasedCache {
    /// The estimate h that the cache holds.
    #[inline]
    #[must_use]
    pub fn h(&self) -> Cost {
        self.h
    }
}

/// A heuristic of any type, with the searches that are compiled for that type.
pub trait AnyHeuristic<D: BitPacked>: Send + Sync {
    /// As [`Heuristic::initial`].
    fn initial(&self, domain: &D, state: D::State) -> ErasedCache;

    /// As [`Heuristic::step`].
    fn step(&self, domain: &D, cache: &ErasedCache, parent: D::State, op: D::Op) -> ErasedCache;

    /// As [`Heuristic::step_h`].
    fn step_h(&self, domain: &D, cache: &ErasedCache, parent: D::State, op: D::Op) -> Cost;

    /// As [`Heuristic::has_memos`].
    fn has_memos(&self) -> bool;

    /// As [`Heuristic::memo`].
    fn memo(&self, cache: &ErasedCache) -> Memo;

    /// As [`Heuristic::successor_estimates`].
    fn successor_estimates(&self, domain: &D, parents: &[Parent<'_, D>], bound: Cost, estimates: &mut Vec<Estimate>);

    /// Whether IDA* can search `domain` as configured.
    ///
    /// # Errors
    ///
    /// The reason in one sentence, if not.
    fn check_ida_star(&self, domain: &D, config: &ida_star::Config<'_>) -> Result<(), String>;

    /// IDA*, compiled for the heuristic.
    fn ida_star(
        &self,
        domain: &D,
        start: D::State,
        config: &ida_star::Config<'_>,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op>;

    /// IDA* below nodes of a frontier, compiled for the heuristic.
    fn ida_star_below<'a>(&'a self, domain: &'a D, limits: LimitChecker<'a>) -> Box<dyn FrontierSearch<D> + 'a>;

    /// Budgeted tree search, compiled for the heuristic.
    fn budgeted_tree_search(&self, domain: &D, start: D::State, context: &mut SearchContext<'_>) -> Outcome<D::Op>;

    /// Best-first search over the packed store, compiled for the heuristic.
    fn packed_best_first(
        &self,
        domain: &D,
        start: D::State,
        config: Config,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op>;
}

/// A heuristic of a known type, with the factory of its engine of IDA*.
pub struct TypedHeuristic<D: BitPacked, H: Heuristic<D>> {
    heuristic: H,
    engine: EngineFactory<D, H>,
}

impl<D: BitPacked, H: Heuristic<D>> fmt::Debug for TypedHeuristic<D, H> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TypedHeuristic").finish_non_exhaustive()
    }
}

impl<D: BitPacked, H: Heuristic<D>> TypedHeuristic<D, H> {
    /// A heuristic with the factory of the engine for unweighted IDA*.
    pub fn new(heuristic: H, engine: EngineFactory<D, H>) -> Self {
        Self { heuristic, engine }
    }

    #[inline]
    fn erase(&self, cache: H::Cache) -> ErasedCache
    where
        H::Cache: 'static,
    {
        ErasedCache::new(cache, self.heuristic.h(cache), self.heuristic.d(cache))
    }
}

impl<D: BitPacked, H: Heuristic<D, Cache: 'static> + Send> AnyHeuristic<D> for TypedHeuristic<D, H> {
    fn initial(&self, domain: &D, state: D::State) -> ErasedCache {
        self.erase(self.heuristic.initial(domain, state))
    }

    fn step(&self, domain: &D, cache: &ErasedCache, parent: D::State, op: D::Op) -> ErasedCache {
        self.erase(self.heuristic.step(domain, *cache.get(), parent, op))
    }

    fn step_h(&self, domain: &D, cache: &ErasedCache, parent: D::State, op: D::Op) -> Cost {
        self.heuristic.step_h(domain, cache.get(), parent, op)
    }

    fn has_memos(&self) -> bool {
        self.heuristic.has_memos()
    }

    fn memo(&self, cache: &ErasedCache) -> Memo {
        self.heuristic.memo(*cache.get())
    }

    fn successor_estimates(&self, domain: &D, parents: &[Parent<'_, D>], bound: Cost, estimates: &mut Vec<Estimate>) {
        self.heuristic.successor_estimates(domain, parents, bound, estimates);
    }

    fn check_ida_star(&self, domain: &D, config: &ida_star::Config<'_>) -> Result<(), String> {
        config.check()?;
        (self.engine)(domain, &self.heuristic, config).map(drop)
    }

    fn ida_star(
        &self,
        domain: &D,
        start: D::State,
        config: &ida_star::Config<'_>,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let side = Side { domain, heuristic: &self.heuristic, root: start };
        ida_star::solve(side, config, self.engine, context)
    }

    fn ida_star_below<'a>(&'a self, domain: &'a D, limits: LimitChecker<'a>) -> Box<dyn FrontierSearch<D> + 'a> {
        let engine = (self.engine)(domain, &self.heuristic, &ida_star::Config::default());
        let engine = engine.expect("every heuristic has an engine");
        Box::new(EngineFrontierSearch::new(domain, &self.heuristic, engine, limits))
    }

    fn budgeted_tree_search(&self, domain: &D, start: D::State, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
        ida_star::budgeted_tree_search(Side { domain, heuristic: &self.heuristic, root: start }, context)
    }

    fn packed_best_first(
        &self,
        domain: &D,
        start: D::State,
        config: Config,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        best_first::solve_packed(domain, &self.heuristic, start, config, context)
    }
}

/// A heuristic whose type is erased.
pub struct ErasedHeuristic<'a, D: BitPacked>(&'a dyn AnyHeuristic<D>);

impl<'a, D: BitPacked> ErasedHeuristic<'a, D> {
    /// Erases the type of `heuristic`.
    pub fn new(heuristic: &'a dyn AnyHeuristic<D>) -> Self {
        Self(heuristic)
    }
}

impl<D: BitPacked> fmt::Debug for ErasedHeuristic<'_, D> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ErasedHeuristic").finish_non_exhaustive()
    }
}

impl<D: BitPacked> Heuristic<D> for ErasedHeuristic<'_, D> {
    type Cache = ErasedCache;

    #[inline]
    fn initial(&self, domain: &D, state: D::State) -> ErasedCache {
        self.0.initial(domain, state)
    }

    #[inline]
    fn step(&self, domain: &D, cache: ErasedCache, parent: D::State, op: D::Op) -> ErasedCache {
        self.0.step(domain, &cache, parent, op)
    }

    #[inline]
    fn step_h(&self, domain: &D, cache: &ErasedCache, parent: D::State, op: D::Op) -> Cost {
        self.0.step_h(domain, cache, parent, op)
    }

    fn has_memos(&self) -> bool {
        self.0.has_memos()
    }

    fn memo(&self, cache: ErasedCache) -> Memo {
        self.0.memo(&cache)
    }

    #[inline]
    fn successor_estimates(&self, domain: &D, parents: &[Parent<'_, D>], bound: Cost, estimates: &mut Vec<Estimate>) {
        self.0.successor_estimates(domain, parents, bound, estimates);
    }

    #[inline]
    fn h(&self, cache: ErasedCache) -> Cost {
        cache.h
    }

    #[inline]
    fn d(&self, cache: ErasedCache) -> Cost {
        cache.d
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cache of a value, with arbitrary estimates.
    fn erased<C: ErasableCache>(cache: C) -> ErasedCache {
        ErasedCache::new(cache, 3, 4)
    }

    #[test]
    fn a_cache_returns_the_value_that_it_was_created_from() {
        let value = (7u8, u128::MAX, [3u64; 6]);
        assert_eq!(*erased(value).get::<(u8, u128, [u64; 6])>(), value);
        assert_eq!((erased(value), format!("{:?}", erased(value))), (erased(value), format!("{value:?}")));
        assert_ne!(erased(value), erased((8u8, u128::MAX, [3u64; 6])));
        assert_ne!(erased(1u32), erased(1i32));
        erased(()).get::<()>();
        assert_eq!(erased(9u64).h(), 3);
    }

    #[test]
    #[should_panic(expected = "a cache of another heuristic")]
    fn a_cache_of_another_type_is_rejected() {
        erased(7u32).get::<i32>();
    }
}
