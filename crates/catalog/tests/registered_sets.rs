//! Instance sets of another crate. A process has one registry, so this is one test.

use tilebench_catalog::{Registry, load_set, set_names};

const MINE: &str =
    "# title: two boards\n# rows: 2\n# cols: 2\n# goal: blank-first\nid,board,optimal\n1,1 0 2 3,1\n2,1 3 2 0,2\n";

#[test]
fn a_registered_set_is_found_by_its_name_and_a_faulty_one_is_reported() {
    let mut registry = Registry::builtin();
    registry.instance_set("mine", MINE).instance_set("faulty", "id,board\n1,1 2\n");
    let fault = registry.install().unwrap_err().to_string();
    assert!(fault.starts_with("faulty"), "{fault}");
    assert_eq!(set_names().last_chunk(), Some(&["mine", "faulty"]));
    let set = load_set("mine").unwrap();
    assert_eq!((set.title.as_str(), set.instances.len(), set.instances[1].optimal), ("two boards", 2, Some(2)));
    assert!(load_set("min").unwrap_err().to_string().contains("did you mean 'mine'"));
}
