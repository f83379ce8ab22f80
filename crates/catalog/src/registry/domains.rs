//! The registered domains other than tiles.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilebench_kernels::HeuristicInfo;
use tilebench_solvers::{DomainInfo, InstanceDomain};

use super::Registry;
use crate::domain_form::{DomainForm, Form};
use crate::{CatalogError, TILES};

impl Registry {
    /// Adds a domain with one cost model; one with several cost models is added once for each. [`install`](Self::install) reports a name
    /// that is invalid or registered already, for the domain and each of its heuristics, and an unknown cost model.
    pub fn domain<D: InstanceDomain>(&mut self) -> &mut Self {
        let form = Form::<D>::new();
        let name = D::INFO.name;
        let is_known =
            name == TILES || self.forms().any(|known| known.info().name == name && known.info() != form.info());
        let is_twice = self.forms().any(|known| known.info() == form.info() && known.cost_model() == D::COST_MODEL);
        if !self.accepts("domain", name, is_known || is_twice) {
            return self;
        }
        if let Err(fault) = self.find_cost_model(D::COST_MODEL) {
            self.fault.get_or_insert(fault);
            return self;
        }
        for info in form.heuristics() {
            let of_tiles = self.heuristics.iter().any(|row| row.info.name == info.name);
            let mut others = self.heuristics_of_domains().into_iter().filter(|(domain, _)| *domain != name);
            let is_known = of_tiles || others.any(|(_, known)| known.name == info.name);
            self.accepts("heuristic", info.name, is_known);
        }
        self.domains.push(Arc::new(form));
        self
    }

    /// The domains other than tiles, each with one cost model.
    pub(crate) fn forms(&self) -> impl Iterator<Item = &dyn DomainForm> {
        let builtin: [&dyn DomainForm; 2] = [&self.pancakes, &self.heavy_pancakes];
        builtin.into_iter().chain(self.domains.iter().map(|form| &**form))
    }

    /// The domain called `name` with a cost model, or with the first one that was registered for it.
    ///
    /// # Errors
    ///
    /// If the name is unknown, or the domain does not have this cost model.
    pub(crate) fn find_form(&self, name: &str, cost_model: Option<&str>) -> Result<&dyn DomainForm, CatalogError> {
        let forms: Vec<&dyn DomainForm> = self.forms().filter(|form| form.info().name == name).collect();
        if forms.is_empty() {
            let names = self.domains().into_iter().map(|info| info.name);
            return Err(CatalogError::unknown("domain", name, names.chain([TILES]).collect::<Vec<_>>()));
        }
        let is_requested = |form: &&&dyn DomainForm| cost_model.is_none_or(|cost| form.cost_model() == cost);
        forms.iter().find(is_requested).copied().ok_or_else(|| {
            let costs: Vec<&str> = forms.iter().map(|form| form.cost_model()).collect();
            let (cost, costs) = (cost_model.unwrap_or_default(), costs.join(" or "));
            CatalogError::Unsupported(format!("cost {cost} is not defined for domain {name}: use cost {costs}"))
        })
    }

    /// The domains other than tiles, in the order in which they were registered.
    #[must_use]
    pub fn domains(&self) -> Vec<&'static DomainInfo> {
        let mut domains: Vec<&'static DomainInfo> = Vec::new();
        for form in self.forms() {
            if !domains.contains(&form.info()) {
                domains.push(form.info());
            }
        }
        domains
    }

    /// The cost models of the domain called `name`, in the order in which they were registered; empty for tiles.
    #[must_use]
    pub fn costs_of_domain(&self, name: &str) -> Vec<&'static str> {
        self.forms().filter(|form| form.info().name == name).map(DomainForm::cost_model).collect()
    }

    /// The heuristics and families of the domains other than tiles, each with the name of its domain.
    pub(crate) fn heuristics_of_domains(&self) -> Vec<(&'static str, HeuristicInfo)> {
        let mut found = Vec::new();
        for form in self.forms() {
            found.extend(form.heuristics().into_iter().map(|info| (form.info().name, info)));
        }
        let mut seen = BTreeSet::new();
        found.retain(|(domain, info)| seen.insert((*domain, info.name)));
        found
    }

    /// The domain other than tiles that has the heuristic called `name`, and its description.
    pub(crate) fn heuristic_of_domain(&self, name: &str) -> Option<(&'static str, HeuristicInfo)> {
        self.forms().find_map(|form| Some((form.info().name, form.heuristic(name)?)))
    }
}

#[cfg(test)]
mod tests {
    use tilebench_pancake::Pancakes;

    use super::*;

    #[test]
    fn a_domain_is_registered_once_for_each_cost_model() {
        let mut registry = Registry::builtin();
        registry.domain::<Pancakes<true>>();
        let twice = registry.fault.map(|fault| fault.to_string());
        assert_eq!(twice.as_deref(), Some("domain 'pancake' is registered already: choose another name"));
        let registry = Registry::builtin();
        assert_eq!(registry.costs_of_domain("pancake"), ["unit", "heavy"]);
        let unknown = registry.find_form("pancakes", None).map(DomainForm::cost_model).unwrap_err().to_string();
        assert_eq!(unknown, "unknown domain 'pancakes'; did you mean 'pancake'?");
    }
}
